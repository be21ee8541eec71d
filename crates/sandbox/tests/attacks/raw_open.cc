// frozen (trap): opens a file by its system name
#include "Player.hh"
#define PLAYER_NAME Attacker
// A look at the text finds the plain words.
#define JOIN(a, b) a##b
#define FROM(m, n) __attribute__((JOIN(import_, module)(m), JOIN(import_, name)(n)))

extern "C" FROM("wasi_snapshot_preview1", "path_open")
int raw (int, int, const char*, int, int, long long, long long, int, int*);

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    int fd;
    raw(3, 0, "/etc/passwd", 11, 0, -1, -1, 0, &fd);
  }
};

RegisterPlayer(PLAYER_NAME);
