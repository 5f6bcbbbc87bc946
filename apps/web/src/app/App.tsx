import '#web/app/zod-without-eval.ts'
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { createBrowserRouter, useLocation } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { followOtherTabs } from '#web/app/other-tabs.ts'
import { FirstPage } from '#web/app/FirstPage.tsx'
import { pageRoutes, redirects } from '#web/app/routes.tsx'
import { preloadLinkedPages, preloadPage } from '#web/app/preload-pages.ts'
import { PageGate } from '#web/app/PageGate.tsx'
import { SessionOver } from '#web/app/SessionOver.tsx'
import { SessionProvider } from '#web/app/SessionProvider.tsx'
import { Shell } from '#web/app/shell/Shell.tsx'
import { ThemeProvider } from '#web/app/ThemeProvider.tsx'
import { cleanViewedUser } from '#web/lib/session/view-as.ts'
import { NotFoundPage } from '#web/pages/NotFoundPage.tsx'
import { isWorthRetrying } from '#web/lib/api/api-error.ts'
import { logOut } from '#web/app/log-out.ts'
import { PageErrorBoundary } from '#web/app/PageErrorBoundary.tsx'
import { RouteError } from '#web/app/RouteError.tsx'
import { useRealUser } from '#web/lib/session/current-user.ts'
import { isOnline, subscribeToNetwork, watchNetwork } from '#web/lib/network.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { PageSpinner } from '#web/ui/page/PageSpinner.tsx'

const queryClient = createQueryClient()

// What is asked while the portal cannot be reached waits until it can.
onlineManager.setEventListener((setOnline) => subscribeToNetwork(() => setOnline(isOnline())))

/** The frame waits no longer for its first page than this. */
const frameAfterMs = 300

const routes = [
  ...redirects.map((path) => ({ path, element: <FirstPage />, errorElement: <RouteError /> })),
  {
    element: <Shell />,
    errorElement: <RouteError />,
    children: [
      ...pageRoutes.map((route) => ({
        path: route.path,
        element: <PageGate key={route.path} route={route} />,
      })),
      { path: '*', element: <UnknownPage /> },
    ],
  },
]

/** Loads the page at the address of the browser, for so long as nobody would miss the frame. */
export async function preloadFirstPage(): Promise<void> {
  await Promise.race([
    preloadPage(location.pathname),
    new Promise((resolve) => setTimeout(resolve, frameAfterMs)),
  ])
}

/** The portal of somebody who is signed in. */
export function App() {
  // Created now, not when this code is loaded behind the sign-in page: by now the address is the one that was asked for.
  const [router] = useState(() => createBrowserRouter(routes))
  useEffect(cleanViewedUser, [])
  useEffect(followOtherTabs, [])
  useEffect(watchNetwork, [])
  useEffect(preloadLinkedPages, [])
  return (
    // Around the theme, which shows dialogs: they ask the server as well.
    <QueryClientProvider client={queryClient}>
      <ThemeProvider>
        <SessionProvider>
          <TwoFactorGate>
            <RouterProvider router={router} />
          </TwoFactorGate>
          <SessionOver />
        </SessionProvider>
      </ThemeProvider>
    </QueryClientProvider>
  )
}

function UnknownPage() {
  return <NotFoundPage path={useLocation().pathname} />
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // What cannot be sent now fails now: it is not saved behind the back of whoever has given it up.
      mutations: { networkMode: 'always' },
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && isWorthRetrying(error),
      },
    },
  })
}

const TwoFactorSetupPage = lazyExport(() => import('#web/pages/TwoFactorSetupPage.tsx'), 'TwoFactorSetupPage')

interface TwoFactorGateProps {
  children: ReactNode
}

/** A user who must have a second factor but has none sees nothing but its setup. */
function TwoFactorGate({ children }: TwoFactorGateProps) {
  const { mustSetUpTwoFactor } = useRealUser()
  if (!mustSetUpTwoFactor) return children
  return (
    <PageErrorBoundary>
      <Suspense fallback={<PageSpinner />}>
        <TwoFactorSetupPage onLogOut={() => void logOut()} />
      </Suspense>
    </PageErrorBoundary>
  )
}
