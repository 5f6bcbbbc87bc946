import { annotationFields } from '@callboard/contract/annotations'
import { fields } from '@callboard/contract/call-fields'
import type { Call } from '@callboard/contract/calls'
import { useQuery } from '@tanstack/react-query'
import { AnnotationEditor } from '#web/features/calls/annotations/AnnotationEditor.tsx'
import { AnnotationHistory } from '#web/features/calls/annotations/AnnotationHistory.tsx'
import { annotationQuery } from '#web/features/calls/annotations/annotation-queries.ts'
import { useMayEditCalls } from '#web/features/calls/list/call-selection.ts'
import { Facts } from '#web/features/calls/call/Facts.tsx'
import { buildFacts } from '#web/features/calls/call/call-facts.tsx'

const edited = new Set<string>(annotationFields.map((name) => fields[name].label))

/** What became of a call: to be edited by whoever may, and who edited it last. */
export function CallOutcome({ call, timeZone }: { call: Call; timeZone: string }) {
  const { data: annotation } = useQuery(annotationQuery(call.id))
  const mayEdit = useMayEditCalls()
  const facts = buildFacts('outcome', { call, timeZone })
  if (!mayEdit || annotation === undefined) {
    return (
      <>
        <Facts facts={facts} />
        {annotation !== undefined && <AnnotationHistory history={annotation.history} timeZone={timeZone} />}
      </>
    )
  }
  const others = facts.filter(
    ({ label, value }) => !edited.has(label) && value !== undefined && value !== null,
  )
  return (
    <>
      <AnnotationEditor key={call.id} annotation={annotation} />
      {others.length > 0 && <Facts facts={others} />}
      <AnnotationHistory history={annotation.history} timeZone={timeZone} />
    </>
  )
}
