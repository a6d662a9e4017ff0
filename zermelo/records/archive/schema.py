"""The tables of a record, version by version: each script makes one version of the one before."""

from __future__ import annotations

from zermelo.files.sqlite import Layout

FIRST = """
CREATE TABLE contests (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,            -- match, round-robin, gauntlet, swiss, knock-out
    game TEXT NOT NULL,            -- with its parameters, as on the command line
    seed INTEGER NOT NULL,
    conditions TEXT NOT NULL,      -- JSON: all that its games have in common
    machine TEXT NOT NULL,         -- JSON: system, processor, cores, versions of Python and Zermelo
    begun TEXT NOT NULL,           -- UTC, ISO 8601
    complete INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE engines (
    id INTEGER PRIMARY KEY,
    contest INTEGER NOT NULL REFERENCES contests,
    place INTEGER NOT NULL,        -- from 0, in the order in which they were named
    name TEXT NOT NULL,            -- with all options
    version TEXT NOT NULL,         -- of Zermelo for its own; sha256:... of the source for a user's file; else empty
    UNIQUE (contest, place)
);
CREATE TABLE openings (
    id INTEGER PRIMARY KEY,
    contest INTEGER NOT NULL REFERENCES contests,
    number INTEGER NOT NULL,       -- from 0; the games of a pair have the same
    start TEXT NOT NULL,           -- the position where the players take over
    past TEXT NOT NULL,            -- JSON: the positions before it, the oldest first
    UNIQUE (contest, number)
);
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    contest INTEGER NOT NULL REFERENCES contests,
    number INTEGER NOT NULL,       -- from 1, in the contest
    round INTEGER NOT NULL,        -- of a tournament; 1 in a match
    opening INTEGER NOT NULL REFERENCES openings,
    moves TEXT NOT NULL,           -- JSON: as the game writes them
    plies INTEGER NOT NULL,
    ending TEXT NOT NULL,          -- over, repetition, too long, time, crash, resignation, illegal move by ...
    result TEXT NOT NULL,          -- in words
    fault TEXT NOT NULL,           -- what went wrong; empty: nothing
    seconds REAL,                  -- NULL: not known
    ended TEXT,                    -- UTC, ISO 8601; NULL: not known
    digest TEXT NOT NULL,          -- of all of this, of the opening and of who got what
    UNIQUE (contest, number)
);
CREATE TABLE scores (
    game INTEGER NOT NULL REFERENCES games,
    seat INTEGER NOT NULL,         -- from 0
    engine INTEGER NOT NULL REFERENCES engines,
    utility REAL NOT NULL,
    points REAL NOT NULL,          -- 1: got more than all others; 1/2: as much as the best of them; 0
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE INDEX scores_by_engine ON scores (engine, points);
"""
SECOND = """
ALTER TABLE games ADD COLUMN times TEXT;        -- JSON: seconds of each move; NULL: not known
ALTER TABLE games ADD COLUMN evaluations TEXT;  -- JSON: what each move's player thought of it, or null; NULL: not known
CREATE INDEX games_with_faults ON games (contest) WHERE fault <> '';
"""
LAYOUT = Layout(0x5A65726D, (FIRST, SECOND), "a record of matches and tournaments")  # "Zerm"
