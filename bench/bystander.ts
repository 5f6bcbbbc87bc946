import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from './client.ts'
import { elapsedMs } from './measure.ts'

// Somebody who uses the portal while others storm it: a process of its own, so that what makes the storm does not count
// as the portal's time. Prints the time of each request, in ms, at SIGTERM.

const [port = '', token = ''] = process.argv.slice(2)
const stopped = new AbortController()
process.once('SIGTERM', () => stopped.abort())
const client = new Client(Number(port), 1)
const times: number[] = []
while (!stopped.signal.aborted) {
  times.push(await elapsedMs(async () => await client.ask({ path: '/api/user/me', token })))
  await sleep(5)
}
client.close()
console.log(JSON.stringify(times))
