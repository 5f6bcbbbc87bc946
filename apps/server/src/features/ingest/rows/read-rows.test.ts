import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../lib/app-error.ts'
import { readRows } from './read-rows.ts'

const json = async (body: string | Buffer) => await readRows(Buffer.from(body), 'application/json')
const lines = async (body: string | Buffer) =>
  await readRows(Buffer.from(body), 'application/x-ndjson; charset=utf-8')

describe('a body of JSON', () => {
  it('is one call', async () => {
    expect(await json(' {"a":1} ')).toEqual([{ line: 1, raw: '{"a":1}', value: { a: 1 } }])
  })

  it('is an array of calls, each kept as it was written', async () => {
    expect(await json('\ufeff[ {"a": "]},{[\\"" } ,\n{"b":[1,{"c":2}]}, 3 ]')).toEqual([
      { line: 1, raw: '{"a": "]},{[\\"" }', value: { a: ']},{["' } },
      { line: 2, raw: '{"b":[1,{"c":2}]}', value: { b: [1, { c: 2 }] } },
      { line: 3, raw: '3', value: 3 },
    ])
  })

  it('may be an empty array', async () => {
    expect(await json('[ ]')).toEqual([])
  })

  it('reads whatever JSON writes', async () => {
    const values = fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(values, fc.constantFrom(undefined, 1), async (list, indent) => {
        const text = JSON.stringify(list, undefined, indent)
        fc.pre(!text.includes('__proto__'))
        const rows = await json(text)
        expect(rows.map((row) => row.value)).toEqual(JSON.parse(text))
        expect(rows.map((row): unknown => JSON.parse(row.raw))).toEqual(JSON.parse(text))
      }),
    )
  })

  it.each([
    '',
    ' ',
    '5',
    '"a"',
    'null',
    '[',
    '[1',
    '[1,]',
    '[,1]',
    '[1 2]',
    '[1]]',
    '[1] x',
    '{',
    '{"a":1',
    '{"a":1}{',
    '[{]}',
    '[}]',
    '["a]',
  ])('is refused when it is %j', async (body) => {
    await expect(json(body)).rejects.toMatchObject({ code: 'malformedBody' })
  })

  it('is refused when it is not UTF-8', async () => {
    await expect(json(Buffer.from([0x7b, 0xff, 0x7d]))).rejects.toMatchObject({ code: 'malformedBody' })
  })

  it('gives up a row that is nested too deep, not the others', async () => {
    const deep = '['.repeat(5000) + ']'.repeat(5000)
    const rows = await json(`[{"a":1},{"b":${deep}}]`)
    expect(rows[0]?.error).toBeUndefined()
    expect(rows[1]).toMatchObject({ line: 2, error: { code: 'tooDeep' } })
  })

  it('holds at most 10,000 calls, and none longer than 2 MiB', async () => {
    expect(await json(`[${Array(10_000).fill('{}').join(',')}]`)).toHaveLength(10_000)
    await expect(json(`[${Array(10_001).fill('{}').join(',')}]`)).rejects.toMatchObject({
      code: 'payloadTooLarge',
    })
    await expect(json(`{"a":"${'x'.repeat(2 << 20)}"}`)).rejects.toMatchObject({ code: 'payloadTooLarge' })
  })
})

describe('a body of NDJSON', () => {
  it('is a call a line; blank lines count as lines', async () => {
    expect(await lines('\ufeff{"a":1}\r\n\n  \n{"b":2}')).toEqual([
      { line: 1, raw: '{"a":1}', value: { a: 1 } },
      { line: 4, raw: '{"b":2}', value: { b: 2 } },
    ])
  })

  it('gives up a line that is no JSON, not the others', async () => {
    const rows = await lines('{"a":1}\n{"a":\n{"b":2}\n')
    expect(rows.map((row) => [row.line, row.error?.code])).toEqual([
      [1, undefined],
      [2, 'malformedRow'],
      [3, undefined],
    ])
    expect(rows[1]?.raw).toBe('{"a":')
  })

  it('keeps every byte of a line that is not UTF-8', async () => {
    const bytes = Buffer.from([0x7b, 0x22, 0xe9, 0xff, 0x22, 0x7d])
    const rows = await lines(Buffer.concat([bytes, Buffer.from('\n{"b":2}\n')]))
    expect(rows[0]).toMatchObject({ line: 1, error: { code: 'notText' } })
    expect(Buffer.from(rows[0]?.raw ?? '', 'latin1')).toEqual(bytes)
    expect(rows[1]?.value).toEqual({ b: 2 })
  })

  it('is refused when nothing is in it', async () => {
    await expect(lines('\n \n')).rejects.toBeInstanceOf(AppError)
  })

  it('holds at most 10,000 calls', async () => {
    await expect(lines('{}\n'.repeat(10_001))).rejects.toMatchObject({ code: 'payloadTooLarge' })
  })
})
