"""`wargame simulate`: bots play many games on all cores or on a cluster, and the results are counted.

A `Task` is one game to play and a `Row` what came of it (`tasks`); `pool` plays tasks in processes of this machine,
`cluster` on a Dask cluster; `results` keeps rows in a file from which a run resumes after a crash; `report` counts them
and `plots` draws them; `runs` puts it all together for the command line.
"""

from wargame.plugins.simulation.report import Report
from wargame.plugins.simulation.results import ResultsFile
from wargame.plugins.simulation.runs import Plan, make_tasks, run, simulate
from wargame.plugins.simulation.tasks import Row, Task, play

__all__ = ["Plan", "Report", "ResultsFile", "Row", "Task", "make_tasks", "play", "run", "simulate"]
