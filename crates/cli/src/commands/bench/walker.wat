;; Walker: looks at all of its view and sends eight units about. It plays any game, if not well;
;; its rounds show what a player in WebAssembly costs beyond its thinking.
(module
  (memory (export "memory") 64)
  (global $state (mut i32) (i32.const 1))
  (func (export "palestra_abi") (result i32) (i32.const 1))
  ;; The buffer begins at 64 KB and may fill the rest of the memory.
  (func (export "palestra_buffer") (param $len i32) (result i32)
    (select (i32.const 65536) (i32.const 0) (i32.le_u (local.get $len) (i32.const 4128768))))
  (func (export "palestra_begin") (param i32))
  (func (export "palestra_play") (param $stream i32) (param $view i32) (result i32)
    (local $at i32) (local $end i32) (local $sum i64) (local $k i32) (local $order i32)
    (local.set $at
      (i32.add (i32.const 65536)
        (i32.and (i32.add (local.get $stream) (i32.const 7)) (i32.const -8))))
    (local.set $end (i32.add (local.get $at) (i32.and (local.get $view) (i32.const -8))))
    (block $seen
      (loop $look
        (br_if $seen (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $sum (i64.add (local.get $sum) (i64.load (local.get $at))))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (br $look)))
    ;; What it saw decides a little.
    (global.set $state (i32.xor (global.get $state) (i32.wrap_i64 (local.get $sum))))
    (loop $each
      (global.set $state
        (i32.add (i32.mul (global.get $state) (i32.const 1103515245)) (i32.const 12345)))
      (local.set $order (i32.add (i32.const 1024) (i32.shl (local.get $k) (i32.const 4))))
      (i32.store offset=4 (local.get $order) (local.get $k))
      (i32.store offset=8 (local.get $order)
        (i32.and (i32.shr_u (global.get $state) (i32.const 16)) (i32.const 3)))
      (local.set $k (i32.add (local.get $k) (i32.const 1)))
      (br_if $each (i32.lt_u (local.get $k) (i32.const 8))))
    (i32.store (i32.const 16) (i32.const 8))
    (i32.store (i32.const 20) (i32.const 1024))
    (i32.store (i32.const 24) (i32.const 0))
    (i32.const 16)))
