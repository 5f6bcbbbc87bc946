import { setTimeout as sleep } from 'node:timers/promises'
import { editNumbers, getNumber, searchNumbers } from '@callboard/contract/numbers'
import { RunReportAnswer } from '@callboard/contract/reports'
import { z } from 'zod'
import { elapsedMs } from './measure.ts'
import { adminPassword } from './runtime.ts'
import type { ServerProcess } from './server-process.ts'
import type { Sizes } from './sizes.ts'
import { othersBarMs, standBeside } from './stand-beside.ts'

const barMs = 180_000
const pauseMs = 100

const dayMs = 86_400_000

const Customers = z.object({ items: z.array(z.object({ id: z.string() })) })

/** Says what all numbers of all customers stand for, and waits until their calls say so, while somebody else uses the portal. */
export async function attributeAll(
  { client }: ServerProcess,
  { nowMs, sizes }: { nowMs: number; sizes: Sizes },
) {
  const token = await client.signIn('admin', adminPassword)
  const ask = async (path: string, body?: object) =>
    await client.ask({ path, token, ...(body && { body: JSON.stringify(body) }) })
  const { items } = Customers.parse(await ask('/api/customer/search', { pageSize: 200 }))
  let calls = 0
  let attributedMs = 0
  const others = await standBeside({ port: client.port, token, sizes }, async () => {
    for (const { id: customerId } of items) {
      const numbers = await numbersOf(ask, { customerId, nowMs })
      if (numbers.length === 0) continue
      const lines = numbers.map((number) => ({ number, keyword: 'bench', targetNumber: '+13125550188' }))
      attributedMs += await elapsedMs(async () => {
        const edited = await ask(editNumbers.path, { kind: 'lines', customerId, lines })
        calls += editNumbers.response.parse(edited).calls
        await followed(ask, customerId)
      })
    }
  })
  const millionMs = (attributedMs / calls) * 1_000_000
  const isKept = millionMs <= barMs && others.othersP99Ms < othersBarMs
  return { calls, attributedMs, millionMs, ...others, isKept }
}

type Ask = (path: string, body?: object) => Promise<unknown>

/** By which calls of the customer came. */
async function numbersOf(
  ask: Ask,
  { customerId, nowMs }: { customerId: string; nowMs: number },
): Promise<string[]> {
  const dateRange = { from: new Date(nowMs - 730 * dayMs).toISOString(), to: new Date(nowMs).toISOString() }
  const answer = await ask('/api/reporting/runreport', {
    definition: { dimensions: [{ field: 'number' }], measures: ['calls'], limit: 1000 },
    parameters: { dateRange, customer: [customerId] },
  })
  return RunReportAnswer.parse(answer).rows.flatMap(([number]) =>
    typeof number === 'string' ? [number] : [],
  )
}

/** Resolves when all calls of the customer say what their numbers stand for. */
async function followed(ask: Ask, customerId: string): Promise<void> {
  const found = searchNumbers.response.parse(await ask(searchNumbers.path, { customerId, pageSize: 1 }))
  const [number] = found.items
  if (number === undefined) throw new Error('the customer has no number')
  const path = getNumber.path.replace('{id}', number.id)
  while (getNumber.response.parse(await ask(path)).isPending) await sleep(pauseMs)
}
