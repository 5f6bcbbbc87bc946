import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from './client.ts'
import { elapsedMs } from './measure.ts'

// Somebody who uses the portal while others storm it: a process of its own, so that what makes the storm does not count
// as the portal's time. Prints a line after its first request, and the time of each, in ms, at SIGTERM.

const [port = '', token = '', pauseMs = ''] = process.argv.slice(2)
const stopped = new AbortController()
process.once('SIGTERM', () => stopped.abort())
const client = new Client(Number(port), 1)
const times: number[] = []
const ask = async () => await client.ask({ path: '/api/user/me', token })
await ask()
console.log('ready')
while (!stopped.signal.aborted) {
  times.push(await elapsedMs(ask))
  await sleep(Number(pauseMs), undefined, { signal: stopped.signal }).catch(() => {})
}
client.close()
console.log(JSON.stringify(times))
