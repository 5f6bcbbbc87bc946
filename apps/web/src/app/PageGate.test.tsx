import { cleanup, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { PageGate } from '#web/app/PageGate.tsx'
import type { PageAccess } from '#web/app/page-route.ts'
import { buildSession } from '../../test/build-session.ts'
import { show } from '../../test/show.tsx'

function showGate(
  access: PageAccess,
  {
    page = () => <p>The page</p>,
    ...user
  }: { page?: () => ReactNode } & Parameters<typeof buildSession>[0] = {},
) {
  show(<PageGate route={{ path: '/', access, page }} />, { user: buildSession(user) })
}

it('opens a page to who holds its claim', () => {
  showGate('reporting.view')
  expect(screen.getByText('The page')).toBeTruthy()
})

it('says so when the claim is missing, and leads on where there is another page', () => {
  const wayOn = () => screen.queryByRole('link', { name: 'Go to your first page' })
  showGate('client.edit')
  expect(screen.getByRole('heading', { name: "You don't have access" })).toBeTruthy()
  expect(wayOn()).toBeTruthy()
  cleanup()
  showGate('client.edit', { claims: [] })
  expect(wayOn()).toBeNull()
})

it('opens pages of admins to admins, who hold every claim', () => {
  showGate('admin')
  expect(screen.queryByText('The page')).toBeNull()
  showGate('admin', { isAdmin: true })
  expect(screen.getByText('The page')).toBeTruthy()
})

function Broken(): never {
  throw new Error('The column is missing')
}

it('shows the details when a page breaks', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  showGate('signedIn', { page: Broken })
  expect(screen.getByRole('heading', { name: 'Something went wrong.' })).toBeTruthy()
  expect(screen.getByText('The column is missing')).toBeTruthy()
})

function Gone(): never {
  throw new TypeError('Failed to fetch dynamically imported module: /assets/Gone-1.js')
}

it('offers to reload when the code of a page does not come any more', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  showGate('signedIn', { page: Gone })
  expect(screen.getByRole('heading', { name: 'This page could not be loaded' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
})
