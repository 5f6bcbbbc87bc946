import type { Claim } from '@callboard/contract/claims'
import { claimGroups } from '@callboard/contract/claim-words'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ClaimChoice } from '#web/features/roles/ClaimChoice.tsx'
import { show } from '../../../test/show.tsx'

const [group, other] = claimGroups
if (group === undefined || other === undefined) throw new Error('there are not two groups of rights')
const own = group.claims.map(({ claim }) => claim)
const [first] = own
const [ofOther] = other.claims.map(({ claim }) => claim)
if (first === undefined || ofOther === undefined) throw new Error('a group has no right')

function choose(value: readonly Claim[]) {
  const onChange = vi.fn<(claims: Claim[]) => void>()
  show(<ClaimChoice value={value} onChange={onChange} />)
  const box = screen.getByLabelText<HTMLInputElement>(group?.name ?? '')
  return { box, onChange }
}

it('gives all rights of a group by its head, and leaves those of others', () => {
  const { box, onChange } = choose([ofOther])
  expect(box.checked).toBe(false)
  fireEvent.click(box)
  expect(onChange).toHaveBeenLastCalledWith([ofOther, ...own])
})

it('takes all rights of a group away by its head, and leaves those of others', () => {
  const { box, onChange } = choose([...own, ofOther])
  expect(box.checked).toBe(true)
  fireEvent.click(box)
  expect(onChange).toHaveBeenLastCalledWith([ofOther])
})

it('says of a group of which some rights are given that it is neither whole nor empty', () => {
  const { box, onChange } = choose([first])
  expect([box.checked, box.indeterminate]).toEqual([false, true])
  fireEvent.click(screen.getByLabelText(group.claims[0]?.words ?? ''))
  expect(onChange).toHaveBeenLastCalledWith([])
})
