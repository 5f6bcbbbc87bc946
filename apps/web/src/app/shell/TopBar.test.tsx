import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { TopBar } from '#web/app/shell/TopBar.tsx'
import { CurrentUserContext, ViewedByContext } from '#web/lib/current-user.ts'
import { answerCalls } from '../../../test/answers.ts'
import { buildSession } from '../../../test/build-session.ts'

const ada = {
  id: '01990000-0000-7000-8000-000000000002',
  userName: 'ada',
  firstName: 'Ada',
  lastName: 'Byron',
  thumbnailUrl: null,
}
const search = 'GET /api/user/searchportalusers'

beforeEach(() => {
  localStorage.clear()
  answerCalls({ [search]: { body: [ada] } })
})

function Place() {
  return <output aria-label="Place">{useLocation().pathname}</output>
}

function show(changes: Parameters<typeof buildSession>[0], viewedBy?: ReturnType<typeof buildSession>) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ViewedByContext value={viewedBy}>
        <CurrentUserContext value={buildSession(changes)}>
          <MemoryRouter>
            <TopBar productName="Callboard" logoUrl={null} isMenuOpen onToggleMenu={() => undefined} />
            <textarea aria-label="Elsewhere" />
            <Place />
          </MemoryRouter>
        </CurrentUserContext>
      </ViewedByContext>
    </QueryClientProvider>,
  )
}

it('has search for admins, and the “View as” selector for whoever may use it', async () => {
  show({})
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(screen.queryByRole('combobox', { name: 'View as' })).toBeNull()
  show({ claimsString: ['masking.view'] })
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(await screen.findByRole('combobox', { name: 'View as' })).toBeTruthy()
})

it('keeps the selector of who signed in while they view the portal as somebody without it', async () => {
  show({}, buildSession({ isAdmin: true }))
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(await screen.findByRole('combobox', { name: 'View as' })).toBeTruthy()
})

it('focuses the search by a slash, unless somebody is typing', async () => {
  show({ isAdmin: true })
  screen.getByLabelText('Elsewhere').focus()
  await userEvent.keyboard('/')
  expect(document.activeElement).toBe(screen.getByLabelText('Elsewhere'))
  screen.getByLabelText('Elsewhere').blur()
  await userEvent.keyboard('/')
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  await userEvent.keyboard('50% a/b{Enter}')
  expect(screen.getByLabelText('Place').textContent).toBe('/app/searchresults/50%25%20a%2Fb')
})

it('finds a user while one types, and views the portal as them', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  show({ isAdmin: true })
  await userEvent.type(await screen.findByRole('combobox', { name: 'View as' }), 'ada')
  await userEvent.click(await screen.findByText('Ada Byron (ada)'))
  expect(localStorage.getItem('masked_user_info')).toBe(ada.id)
  expect(reload).toHaveBeenCalledOnce()
})
