import { expect, it } from 'vitest'
import type { DeclaredType } from './record-declaration.ts'
import { recordTypes } from './record-types.ts'

it('a type of records without a label, or whose label is misspelt, does not compile', () => {
  const { label, ...others } = recordTypes.role
  // @ts-expect-error -- nothing says what one of them is called
  const nameless: DeclaredType = others
  // @ts-expect-error -- there is no such property
  const misspelt: DeclaredType = { ...others, label, lable: label }
  expect([nameless, misspelt].map((type) => type.plural)).toEqual(['Roles', 'Roles'])
})
