import { useRouteError } from 'react-router'
import { PageError } from '#web/app/PageErrorBoundary.tsx'

/** Where no part of the portal caught an error: in place of all of it. */
export function RouteError() {
  return <PageError error={useRouteError()} />
}
