#include "Player.hh"

#define PLAYER_NAME Step1

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  virtual void play () {
    for (Starship_Id s = begin(me()); s < end(me()); ++s) {
      if (starship(s).alive) move(s, FAST);
    }
  }

};

RegisterPlayer(PLAYER_NAME);
