player-no-standing = Not in the standings yet.
player-opponents = Opponents
player-outscored = Outscored
player-progress = Progress
player-progress-label = Strength after each round of the ladder
player-rating = Rating
player-strength = strength
player-versions = Versions
