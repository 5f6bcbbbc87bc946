import { type ReactNode, Suspense, useState } from 'react'
import { type ChangedFigure, ExplainContext, type ExplanationAsked } from '#web/lib/explain-change.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'

const ChangeDrawer = lazyExport(
  () => import('#web/features/change-explanation/ChangeDrawer.tsx'),
  'ChangeDrawer',
)

interface ExplainedChangesProps {
  /** What was run, of whose figures changes are explained. */
  run: Omit<ExplanationAsked, 'measure'>
  /** Those of the run. */
  entityGroups: string[]
  children: ReactNode
}

/** Has the changes of figures explained, in a drawer whose code is loaded when it is first asked for. */
export function ExplainedChanges({ run, entityGroups, children }: ExplainedChangesProps) {
  const [figure, setFigure] = useState<ChangedFigure>()
  return (
    <ExplainContext value={setFigure}>
      {children}
      {figure !== undefined && (
        <Suspense>
          <ChangeDrawer
            key={JSON.stringify(figure)}
            run={run}
            figure={figure}
            entityGroups={entityGroups}
            onClose={() => setFigure(undefined)}
          />
        </Suspense>
      )}
    </ExplainContext>
  )
}
