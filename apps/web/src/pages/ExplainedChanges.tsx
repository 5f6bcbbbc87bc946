import { type ReactNode, Suspense } from 'react'
import {
  explanationParams,
  openSearch,
  withoutExplanation,
} from '#web/features/change-explanation/open-explanation.ts'
import { ExplainContext, type ExplanationAsked } from '#web/lib/reporting/explain-change.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { useUrlState } from '#web/lib/urls/url-state.ts'

const ChangeDrawer = lazyExport(
  () => import('#web/features/change-explanation/ChangeDrawer.tsx'),
  'ChangeDrawer',
)

interface ExplainedChangesProps {
  /** What was run, of whose figures changes are explained. */
  run: Omit<ExplanationAsked, 'measure'>
  /** The name of a part, on a page that has several. */
  of?: string
  /** Those of the run. */
  entityGroups: string[]
  children: ReactNode
}

/** Has the changes of figures explained, in a drawer that the address names; its code is loaded when it is first asked for. */
export function ExplainedChanges({ run, of, entityGroups, children }: ExplainedChangesProps) {
  const { state, write } = useUrlState(openSearch)
  return (
    <ExplainContext value={(figure) => write(explanationParams(of, figure), 'push')}>
      {children}
      {state?.why !== undefined && state.whyof === of && (
        <Suspense>
          <ChangeDrawer
            run={run}
            entityGroups={entityGroups}
            onClose={() => write(withoutExplanation, 'push')}
          />
        </Suspense>
      )}
    </ExplainContext>
  )
}
