import { expect, it } from 'vitest'
import { bodyOfInvitation, noInvitation } from '#web/features/users/invitation-values.ts'

it('an invitation has its days where they are given, and no name but the address unless one is typed', () => {
  const written = { ...noInvitation, email: 'ada@example.com', roleId: 'one' }
  expect(bodyOfInvitation(written)).toMatchObject({ startDate: null, expiryDate: null })
  expect(bodyOfInvitation(written)).not.toHaveProperty('userName')
  const dated = { ...written, userName: 'ada', startDate: '2026-12-01', expiryDate: '2027-02-28' }
  expect(bodyOfInvitation(dated)).toMatchObject({
    userName: 'ada',
    startDate: '2026-12-01',
    expiryDate: '2027-02-28',
  })
})
