import { at } from './places.mjs'

/**
 * chDB's queries and Node's file reads share libuv's threads, by default four. With V8's default for the young generation,
 * objects that a request or a batch of calls needs for a moment are often promoted, and collected late. Compiled modules
 * are kept: to compile them anew is nearly half of what a command takes.
 */
export function serverEnv() {
  const {
    UV_THREADPOOL_SIZE = '16',
    NODE_OPTIONS = '',
    NODE_COMPILE_CACHE = at('node_modules', '.cache', 'compiled'),
  } = process.env
  const options = `--max-semi-space-size=64 ${NODE_OPTIONS}`.trim()
  return { ...process.env, UV_THREADPOOL_SIZE, NODE_COMPILE_CACHE, NODE_OPTIONS: options }
}
