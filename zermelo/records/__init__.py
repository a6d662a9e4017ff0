"""Games written down.

game_record      a game that was played, whatever it is then written as; endings: how it ended
pgn, sgf, mat    games of chess, of Go and of backgammon; gcg: of Scrabble; epd: positions of chess
deals            deals of cards: PBN and LIN
matches          the file of a match, which can be resumed; replay: its games played again, to check them
archive          the record of many matches and tournaments, in SQLite
reading          the text of such a file
tree             a game with its variations; pgn_tree, sgf_tree: read and written; papers: in whichever notation
"""
