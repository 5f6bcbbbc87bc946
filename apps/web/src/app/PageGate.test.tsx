import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { PageGate } from '#web/app/PageGate.tsx'
import type { PageAccess } from '#web/app/page-route.ts'
import { CurrentUserContext } from '#web/lib/current-user.ts'
import { buildSession } from '../../test/build-session.ts'

function show(access: PageAccess, { page = () => <p>The page</p>, isAdmin = false } = {}) {
  render(
    <CurrentUserContext value={buildSession({ isAdmin })}>
      <MemoryRouter>
        <PageGate route={{ path: '/', access, page }} />
      </MemoryRouter>
    </CurrentUserContext>,
  )
}

it('opens a page to who holds its claim', () => {
  show('reporting.view')
  expect(screen.getByText('The page')).toBeTruthy()
})

it('says so when the claim is missing', () => {
  show('client.edit')
  expect(screen.getByRole('heading', { name: "You don't have access" })).toBeTruthy()
})

it('opens pages of admins to admins, who hold every claim', () => {
  show('admin')
  expect(screen.queryByText('The page')).toBeNull()
  show('admin', { isAdmin: true })
  expect(screen.getByText('The page')).toBeTruthy()
})

function Broken(): never {
  throw new Error('The column is missing')
}

it('shows the details when a page breaks', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  show('signedIn', { page: Broken })
  expect(screen.getByRole('heading', { name: 'Something went wrong.' })).toBeTruthy()
  expect(screen.getByText('The column is missing')).toBeTruthy()
})

function Gone(): never {
  throw new TypeError('Failed to fetch dynamically imported module: /assets/Gone-1.js')
}

it('offers to reload when the code of a page does not come any more', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  show('signedIn', { page: Gone })
  expect(screen.getByRole('heading', { name: 'This page could not be loaded' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
})
