import { listMenus } from '@callboard/contract/menus'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { Shell } from '#web/app/shell/Shell.tsx'
import { readTrackedPages } from '#web/app/shell/tracked-pages.ts'
import { CurrentUserContext, ViewedByContext } from '#web/lib/current-user.ts'
import { usePageTitle } from '#web/ui/page-title.ts'
import { answerCalls } from '../../../test/answers.ts'
import { buildSession } from '../../../test/build-session.ts'

beforeEach(() => {
  localStorage.clear()
  answerCalls({ [`GET ${listMenus.path}`]: { body: [] } })
})

function Page() {
  return <h1>{usePageTitle('Calls').title}</h1>
}

async function open(address: string, viewedBy?: ReturnType<typeof buildSession>) {
  const routes = [{ element: <Shell />, children: [{ path: '*', element: <Page /> }] }]
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  const view = render(
    <QueryClientProvider client={new QueryClient()}>
      <ViewedByContext value={viewedBy}>
        <CurrentUserContext value={buildSession({ isAdmin: true })}>
          <RouterProvider router={router} />
        </CurrentUserContext>
      </ViewedByContext>
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: 'Calls' })
  view.unmount()
}

it('keeps the view that was open in the history, without what names a caller', async () => {
  await open('/reports/calldetails?sort=duration&filter=callerNumber:eq:%2B12125550147')
  expect(readTrackedPages()).toEqual([{ path: '/reports/calldetails?sort=duration', title: 'Calls' }])
})

it('keeps nothing of what is viewed as somebody else', async () => {
  await open('/reports/calldetails', buildSession({ isAdmin: true }))
  expect(readTrackedPages()).toEqual([])
})
