import type { NumberChange } from '@callboard/contract/numbers'
import { beforeAll, describe, expect, it } from 'vitest'
import { NumberClient } from '#test/clients/number-client.ts'
import { errorsOf, expectError, expectOk } from '#test/expect-errors.ts'

let numbers: NumberClient

beforeAll(async () => {
  numbers = await NumberClient.open()
})

const numberAt = (at: number) => `+1212${2_000_000 + at}`

function fileOf(length: number, value: string, column = 'campaign'): string {
  const lines = Array.from({ length }, (_, at) => `${numberAt(at)},${value}`)
  return [`number,${column}`, ...lines].join('\n')
}

const shownOf = ({ numbers: count, numbersLeft, calls, isUndone, canBeUndone }: NumberChange) => ({
  count,
  numbersLeft,
  calls,
  isUndone,
  canBeUndone,
})

describe('a file of more numbers than are written at once', () => {
  it('is written in parts, and changes all calls as one change', async () => {
    const { portal } = numbers
    const { id: customerId, key } = await portal.make.sender()
    const known = await numbers.add(customerId, numberAt(0))
    await portal.addCalls(
      key,
      [0, 600, 1099].map((at) => ({ trackingNumber: numberAt(at) })),
    )
    const edit = { kind: 'file', customerId, csv: fileOf(1100, 'Winter') } as const
    expect(await numbers.preview(edit)).toMatchObject({ calls: 3, numbers: 1100 })
    const posted = expectOk(await numbers.post(edit))
    expect(posted).toMatchObject({ calls: 3, numbers: 1100, numbersLeft: 1100 })
    // Somebody else’s change meanwhile makes no calls follow before all is written.
    await numbers.edit({ kind: 'set', numberIds: [known], values: { note: 'Seen to' } })
    const campaigns = async () =>
      (await portal.storedCalls({ id: customerId })).map((call) => call['campaign'])
    expect(await campaigns()).toEqual(['Winter', 'Winter', 'Winter'])
    const changedBy = (await portal.storedCalls({ id: customerId })).map((call) => call['seen_from'])
    expect(new Set(changedBy)).toHaveLength(1)
  })

  it('is undone in parts, and no longer once one of its numbers was changed', async () => {
    const { id: customerId, key } = await numbers.portal.make.sender()
    await numbers.portal.addCalls(key, [{ trackingNumber: numberAt(700) }])
    const campaigns = async () =>
      (await numbers.portal.storedCalls({ id: customerId })).map((call) => call['campaign'])
    const { change } = await numbers.edit({ kind: 'file', customerId, csv: fileOf(1100, 'Winter') })
    expect(await campaigns()).toEqual(['Winter'])
    expectOk(await numbers.undo(change ?? ''))
    await numbers.attributed()
    expect(await campaigns()).toEqual([''])
    const [undo, first] = await numbers.changes({ customerId })
    const common = { count: 1100, numbersLeft: 0, calls: 1 }
    expect([undo, first].map((one) => one && shownOf(one))).toEqual([
      { ...common, isUndone: false, canBeUndone: true },
      { ...common, isUndone: true, canBeUndone: false },
    ])
    await numbers.edit({
      kind: 'lines',
      customerId,
      lines: [{ number: numberAt(5), campaign: 'Spring' }],
    })
    expectError(await numbers.undo(undo?.id ?? ''), 409, 'conflict')
    expect((await numbers.changes({ customerId, isPending: true })).length).toBe(0)
  })

  it('may be of six megabytes, and has no more lines than a file may have', async () => {
    const { id: customerId } = await numbers.portal.make.sender()
    const csv = fileOf(6000, 'x'.repeat(1000), 'note')
    expect(await numbers.preview({ kind: 'file', customerId, csv })).toMatchObject({ numbers: 6000 })
    const answer = await numbers.post({ kind: 'file', customerId, csv: fileOf(100_001, '') })
    const description = 'The file has more than 100,000 lines. Send it in parts.'
    expect(errorsOf(answer)).toEqual([{ code: 'invalid', field: 'csv', description }])
  })
})
