boards-fixed = This season has planned or finished matches, so you cannot change the game or the boards.
boards-note = You can change them until the judge plans the first match. The judge plans matches when a source has compiled or the ladder is on.
boards-other-game = Another game starts with its first board. Choose its other boards after you save.
boards-own-settings = Text of another settings file
