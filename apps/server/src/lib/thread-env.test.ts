import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, it, vi } from 'vitest'
import { threadEnv } from './thread-env.ts'

it('a thread sees nothing of the environment but where compiled modules are kept', async () => {
  vi.stubEnv('S3_SECRET_ACCESS_KEY', 'not for threads')
  const source = `require('node:worker_threads').parentPort.postMessage(Object.keys(process.env))`
  const seen: unknown = await once(new Worker(source, { eval: true, env: threadEnv() }), 'message')
  vi.unstubAllEnvs()
  expect(['', 'NODE_COMPILE_CACHE']).toContain(String(seen))
})
