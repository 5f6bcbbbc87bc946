/**
 * Options of Node for a portal that runs as a process of its own for some seconds. PostgreSQL is compiled once: to compile
 * its busiest functions again, optimised, is nearly half of what a start takes. And its memory does not have V8 look through
 * the whole heap at the start.
 */
export const shortLived = [
  '--liftoff-only',
  '--external-memory-accounted-in-global-limit',
  '--initial-heap-size=500',
] as const
