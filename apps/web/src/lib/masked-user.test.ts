import { beforeEach, expect, it } from 'vitest'
import { cleanMaskedUser, readMaskedUserId } from '#web/lib/masked-user.ts'

const key = 'masked_user_info'
const id = '01990000-0000-7000-8000-000000000002'

beforeEach(() => localStorage.clear())

it('masks the user whose id is stored', () => {
  localStorage.setItem(key, id)
  cleanMaskedUser()
  expect(readMaskedUserId()).toBe(id)
})

it.each(['00000000-0000-0000-0000-000000000000', '', '{"id":', 'somebody', 'null'])(
  'masks nobody by %j, and takes it away',
  (text) => {
    localStorage.setItem(key, text)
    expect(readMaskedUserId()).toBeUndefined()
    cleanMaskedUser()
    expect(localStorage.getItem(key)).toBeNull()
  },
)
