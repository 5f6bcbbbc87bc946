import { type FirstSteps as Steps, getFirstSteps } from '@callboard/contract/first-steps'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'

// What is asked of every portal is small; most have their calls, and show nothing.
const StepsToFirstCall = lazyExport(() => import('#web/records/StepsToFirstCall.tsx'), 'StepsToFirstCall')

const query = endpointQuery('source', getFirstSteps, {})

/** While a portal has no calls: what leads to the first one, which is shown when it comes. */
export function FirstSteps() {
  const { data } = useQuery({
    ...query,
    // Once there is a call there always is.
    staleTime: ({ state }) => (isBegun(state.data) ? Infinity : 0),
    refetchInterval: ({ state }) => (isBegun(state.data) ? false : 1000),
  })
  const [wasNew, setWasNew] = useState(false)
  if (data === undefined) return null
  if (data.call === null && !wasNew) setWasNew(true)
  return (
    wasNew && (
      <Suspense fallback={null}>
        <StepsToFirstCall steps={data} />
      </Suspense>
    )
  )
}

function isBegun(steps: Steps | undefined): boolean {
  return steps !== undefined && steps.call !== null
}
