/**
 * Options of Node for a portal that runs as a process of its own for some seconds. PostgreSQL is compiled once: to compile
 * its busiest functions again, optimised, is nearly half of what a start takes.
 */
export const shortLived = ['--liftoff-only'] as const
