import '#web/app/zod-without-eval.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createBrowserRouter, Navigate } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { followOtherTabs } from '#web/app/other-tabs.ts'
import { createQueryClient } from '#web/app/query-client.ts'
import { pageRoutes, redirects } from '#web/app/routes.tsx'
import { PageGate } from '#web/app/PageGate.tsx'
import { SessionProvider } from '#web/app/SessionProvider.tsx'
import { Shell } from '#web/app/shell/Shell.tsx'
import { TwoFactorGate } from '#web/app/TwoFactorGate.tsx'
import { UnknownPage } from '#web/app/UnknownPage.tsx'
import { ThemeProvider } from '#web/app/ThemeProvider.tsx'
import { cleanViewedUser } from '#web/lib/session/view-as.ts'

const queryClient = createQueryClient()

const routes = [
  ...redirects.map(({ from, to }) => ({ path: from, element: <Navigate to={to} replace /> })),
  {
    element: <Shell />,
    children: [
      ...pageRoutes.map((route) => ({
        path: route.path,
        element: <PageGate key={route.path} route={route} />,
      })),
      { path: '*', element: <UnknownPage /> },
    ],
  },
]

/** The portal of somebody who is signed in. */
export function App() {
  // Created now, not when this code is loaded behind the sign-in page: by now the address is the one that was asked for.
  const [router] = useState(() => createBrowserRouter(routes))
  useEffect(cleanViewedUser, [])
  useEffect(followOtherTabs, [])
  return (
    // Around the theme, which shows dialogs: they ask the server as well.
    <QueryClientProvider client={queryClient}>
      <ThemeProvider>
        <SessionProvider>
          <TwoFactorGate>
            <RouterProvider router={router} />
          </TwoFactorGate>
        </SessionProvider>
      </ThemeProvider>
    </QueryClientProvider>
  )
}
