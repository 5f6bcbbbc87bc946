import { createCustomer } from '@callboard/contract/customers'
import { createRole } from '@callboard/contract/roles'
import { createReportSet } from '@callboard/contract/report-sets'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { isRequired, limitsOf } from '#web/lib/schema-limits.ts'

const { name, description, claims } = createRole.body.shape
const { keepCallsDays, currency } = createCustomer.body.shape

it('finds limits below what says that a value may be missing, or changes it', () => {
  const line = z.string().trim().max(7)
  for (const schema of [line, line.default(''), line.nullable().optional(), line.transform((text) => text)])
    expect(limitsOf(schema)).toEqual({ maxLength: 7 })
  expect(limitsOf(keepCallsDays)).toEqual({ min: 0, max: 36_500 })
  expect(limitsOf(createReportSet.body.shape.order)).toEqual({ min: -1_000_000, max: 1_000_000 })
  expect(limitsOf(z.int())).toEqual({})
  expect(limitsOf(claims)).toEqual({ isList: true })
})

it('says that a field is required where its schema takes nothing that is empty', () => {
  expect([name, z.array(z.string()).min(1)].map(isRequired)).toEqual([true, true])
  expect([description, currency, keepCallsDays, claims].map(isRequired)).toEqual([false, false, false, false])
})
