import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { NoCalls } from '#web/records/NoCalls.tsx'
import { buildSession } from '../../test/build-session.ts'
import { show } from '../../test/show.tsx'

it('leads an administrator to what brings the first calls', () => {
  show(<NoCalls reason="Nobody called." />, { user: buildSession({ isAdmin: true }) })
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/manage/customers/add',
    '/manage/sources/add',
  ])
})

it('says whom to ask to everybody else', () => {
  show(<NoCalls reason="Nobody called." />, { user: buildSession({ isAdmin: false }) })
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByText(/ask an administrator/)).toBeTruthy()
})
