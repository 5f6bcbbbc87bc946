import { beforeEach, expect, it } from 'vitest'
import { cleanViewedUser, readViewedUserId } from '#web/lib/session/view-as.ts'

const key = 'masked_user_info'
const id = '01990000-0000-7000-8000-000000000002'

beforeEach(() => localStorage.clear())

it('views as the user whose id is stored', () => {
  localStorage.setItem(key, id)
  cleanViewedUser()
  expect(readViewedUserId()).toBe(id)
})

it.each(['00000000-0000-0000-0000-000000000000', '', '{"id":', 'somebody', 'null'])(
  'views as nobody by %j, and removes it',
  (text) => {
    localStorage.setItem(key, text)
    expect(readViewedUserId()).toBeUndefined()
    cleanViewedUser()
    expect(localStorage.getItem(key)).toBeNull()
  },
)
