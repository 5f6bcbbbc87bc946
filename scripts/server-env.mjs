/** chDB's queries and Node's own file reads share libuv's threads, of which there are four by default. */
export function serverEnv() {
  return { ...process.env, UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? '16' }
}
