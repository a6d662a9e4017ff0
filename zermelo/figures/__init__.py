"""The figures of a course by name: trees and positions with their question and their numbers, one text file each.

figure   the record of a figure and of a fact
reading  figures by name, read from their files
texts    the files, NAME.txt; docs/figures.md describes what is in one

from zermelo.figures import figure, figures
"""

from zermelo.figures.figure import CHAPTERS as CHAPTERS
from zermelo.figures.figure import Fact as Fact
from zermelo.figures.figure import Figure as Figure
from zermelo.figures.reading import figure as figure
from zermelo.figures.reading import figure_names as figure_names
from zermelo.figures.reading import figures as figures
