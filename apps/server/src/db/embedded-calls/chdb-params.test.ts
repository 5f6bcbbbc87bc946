import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bindToSession } from '#server/db/embedded-calls/chdb-params.ts'

const anyText = fc.string({ unit: 'binary' })

describe('values for a session', () => {
  it('reach no text but one quoted literal of a SET, without a sign that could end it', () => {
    fc.assert(
      fc.property(anyText, fc.array(anyText), (a, b) => {
        const sql = 'SELECT {a:String}, {b:Array(String)}'
        const bound = bindToSession(sql, { a, b }, 3)
        expect(bound.sql).toBe('SELECT {a_3:String}, {b_3:Array(String)}')
        expect(bound.set).toMatch(
          /^SET param_a_3 = '([A-Za-z0-9 ,.:_+/[\]-]|\\x[0-9a-f]{2})*', param_b_3 = '([A-Za-z0-9 ,.:_+/[\]-]|\\x[0-9a-f]{2})*'$/,
        )
      }),
    )
  })

  it('are named after the session, so that another session’s are never read', () => {
    expect(bindToSession('SELECT {a:UInt8}', { a: 1 }, 0).sql).not.toBe(
      bindToSession('SELECT {a:UInt8}', { a: 1 }, 1).sql,
    )
  })

  it('need no SET when there are none', () => {
    expect(bindToSession('SELECT 1', {}, 0)).toEqual({ sql: 'SELECT 1' })
  })

  it('are refused when a number is not exact', () => {
    expect(() => bindToSession('SELECT {a:UInt64}', { a: 2 ** 60 }, 0)).toThrow('not exact')
    expect(() => bindToSession('SELECT {a:Float64}', { a: Number.NaN }, 0)).toThrow('not exact')
  })
})
