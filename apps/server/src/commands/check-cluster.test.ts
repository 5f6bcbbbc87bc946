import { beforeAll, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { afterFile, temporaryFolder } from '#test/after-file.ts'
import { startChdbBridge } from '#test/chdb-http-bridge.ts'
import { checkCluster } from './check-cluster.ts'

let urls: string[]
let active = 2

beforeAll(async () => {
  const folder = temporaryFolder()
  const replica = { active: () => active, isReadonly: () => false, onCatchUp: async () => {} }
  // Two that have the same, as servers have that follow each other, and one of another cluster of that name.
  const others = { ...replica, hosts: ['three', 'four'] }
  const bridges = [
    await startChdbBridge(folder, { replica }),
    await startChdbBridge(folder, { replica }),
    await startChdbBridge(folder, { replica: others }),
  ]
  for (const { close } of bridges) afterFile(close)
  urls = bridges.map(({ url }) => url)
})

const pair = () => urls.slice(0, 2).join(',')

async function check(CLICKHOUSE_URL: string, CLICKHOUSE_CLUSTER: string): Promise<string[]> {
  const lines: string[] = []
  const config = readConfig({ DATABASE_URL: 'postgres://x@nowhere/x', CLICKHOUSE_URL, CLICKHOUSE_CLUSTER })
  await checkCluster(config, { print: (line) => lines.push(line) })
  return lines
}

it('a cluster is tried with a table of its own, of which nothing is left', async () => {
  const lines = await check(pair(), 'calls')
  expect(lines[0]).toBe('2 servers of the cluster calls answer.')
  expect(lines.filter((line) => line.startsWith('ok '))).toHaveLength(4)
  expect(lines.at(-1)).toBe('The cluster does what the portal needs.')
  expect(await check(pair(), 'calls')).toEqual(lines)
})

it('a cluster is told what it lacks', async () => {
  await expect(check(urls[0] ?? '', 'calls')).rejects.toThrow('has 2 servers, and CLICKHOUSE_URL names 1')
  await expect(check(pair(), 'others')).rejects.toThrow('knows no cluster others')
  await expect(check(`${urls[0]},${urls[2]}`, 'calls')).rejects.toThrow('names servers of two clusters calls')
  active = 1
  await expect(check(pair(), 'calls')).rejects.toThrow('Of 2 servers 1 are connected to Keeper.')
  await expect(check(`${urls[0]},http://127.0.0.1:9`, 'calls')).rejects.toThrow('127.0.0.1:9 does not answer')
})
