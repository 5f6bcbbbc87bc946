import type { Me } from '@callboard/contract/users'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { createMemoryRouter, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { pageRoutes } from '#web/app/routes.tsx'
import { ThemeProvider } from '#web/app/ThemeProvider.tsx'
import { CurrentUserContext, ViewedByContext } from '#web/lib/session/current-user.ts'
import { buildSession } from './build-session.ts'

interface Around {
  address?: string
  user?: Me
  /** Who views the portal as the user. */
  viewedBy?: Me | undefined
  /** Asks the server once, unless it is said otherwise. */
  client?: QueryClient
}

/** Opens a page of the portal at its address, for an administrator unless somebody else is given. */
export function openPage(address: string, around: Omit<Around, 'address'> = {}) {
  const routes = pageRoutes.map(({ path, page: Page }) => ({ path, element: <Page /> }))
  return showRoutes(routes, { user: buildSession({ isAdmin: true }), ...around, address })
}

/** Shows a part of a page as it stands in the portal. */
export function show(part: ReactNode, around: Around = {}) {
  return showRoutes([{ path: '*', element: part }], around)
}

/** Shows what stands at an address. */
export function showRoutes(routes: RouteObject[], around: Around) {
  const { address = '/', user = buildSession(), viewedBy } = around
  const { client = new QueryClient({ defaultOptions: { queries: { retry: false } } }) } = around
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  const view = render(
    <QueryClientProvider client={client}>
      <ViewedByContext value={viewedBy}>
        <CurrentUserContext value={user}>
          <ThemeProvider>
            <Suspense>
              <RouterProvider router={router} />
            </Suspense>
          </ThemeProvider>
        </CurrentUserContext>
      </ViewedByContext>
    </QueryClientProvider>,
  )
  return {
    ...view,
    location: () => router.state.location,
    go: async (to: string) => act(() => router.navigate(to)),
  }
}

/** The button with this text. A search by role reads the whole page, again and again. */
export async function findButton(text: string): Promise<HTMLButtonElement> {
  const button = (await screen.findByText(text, { selector: 'button span' })).closest('button')
  if (button === null) throw new Error(`“${text}” is on no button`)
  return button
}

export async function press(text: string): Promise<void> {
  fireEvent.click(await findButton(text))
}

export function fill(field: HTMLElement, value: string): void {
  fireEvent.change(field, { target: { value } })
}
