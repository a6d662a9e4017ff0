"""The course: a text file per lesson, with figures by name and questions, from which the page and notebooks are made.

lesson     the records of a lesson and of its blocks
question   a question, and the check of an answer
inline     what stands within a line: emphasis, links, facts
asking     reads a question's block
reading    lessons by name, read from their files
checking   an answer to a lesson's question, checked
quoted     figures from benchmarks/ and from publications, by name
markdown   blocks as Markdown
notebook   a lesson as a notebook
texts      the files, NN-NAME.md; docs/lessons.md describes what is in one

from zermelo.lessons import check, lesson, lessons
"""

from zermelo.lessons.checking import check as check
from zermelo.lessons.lesson import Lesson as Lesson
from zermelo.lessons.question import Question as Question
from zermelo.lessons.question import Verdict as Verdict
from zermelo.lessons.reading import lesson as lesson
from zermelo.lessons.reading import lesson_names as lesson_names
from zermelo.lessons.reading import lessons as lessons
