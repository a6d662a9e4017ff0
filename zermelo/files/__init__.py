"""Files that this package writes for its users: whole or not at all, by one writer at a time, and checked when read.

owned       a file that belongs to this process for as long as it runs, and is known to be nobody's afterwards
locks       one writer at a time for a file that a user named
writing     a file that is replaced at once, and what an interrupted writer left behind
appending   a file that grows, such as the games of a match
sqlite      a database with a version, by one writer at a time
container   a header and arrays in one file, with a digest over everything
fields      the values of a header, checked
lasting     whether a game's keys are the same in every process, so that a file may be ordered by them
npz         arrays as earlier versions kept them, read within bounds
reading     how much of a file is read, and what is said where it cannot be
"""
