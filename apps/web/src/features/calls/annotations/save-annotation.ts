import * as endpoints from '@callboard/contract/annotations'
import type { Annotation, AnnotationEdit, AnnotationField } from '@callboard/contract/annotations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { annotationQuery, showAnnotation } from '#web/features/calls/annotations/annotation-queries.ts'
import { send } from '#web/lib/api/api.ts'
import { ApiError, hasCode } from '#web/lib/api/api-error.ts'
import { useDoneMessage } from '#web/records/done-message.tsx'
import { useInvalidate } from '#web/records/invalidate.ts'

/** What an undone edit is seen by. */
const undone = ['call', 'report', 'dashboard', 'parameterValue'] as const

export interface FieldEdit {
  field: AnnotationField
  edit: Pick<AnnotationEdit, AnnotationField | 'giveBack'>
  /** Said when it is saved. */
  done: string
}

/**
 * Saves one field of a call, one after the other, and offers to undo it. What somebody else has changed meanwhile in another
 * field is no conflict.
 */
export function useSaveAnnotation(id: string) {
  const client = useQueryClient()
  const sayDone = useDoneMessage(undone)
  const invalidate = useInvalidate()
  const { queryKey } = annotationQuery(id)

  async function save({ field, edit }: FieldEdit): Promise<Annotation & { change: number | null }> {
    const revision = client.getQueryData(queryKey)?.revision
    const request = { params: { id }, body: { ...edit, ...(revision !== undefined && { revision }) } }
    try {
      return await send(endpoints.updateAnnotation, request)
    } catch (error) {
      if (!hasCode(error, 'revisionConflict')) throw error
      const now = await send(endpoints.getAnnotation, { params: { id } })
      showAnnotation(client, now)
      if (concerns(error, field)) throw error
      return await send(endpoints.updateAnnotation, {
        params: { id },
        body: { ...edit, revision: now.revision },
      })
    }
  }

  return useMutation({
    mutationFn: save,
    // Several edits of a call wait for each other, as each one names the revision that it changes.
    scope: { id: `annotation-${id}` },
    onSuccess: ({ change, ...annotation }, { done }) => {
      showAnnotation(client, annotation)
      if (change === null) return
      sayDone(done, async () => await send(endpoints.undoAnnotations, { body: { change } }))
      void invalidate('report', 'dashboard', 'parameterValue')
    },
  })
}

function concerns(error: unknown, field: AnnotationField): boolean {
  return error instanceof ApiError && error.items.some((item) => item.field === field)
}

/** The errors of a field, in words; of a field that somebody else has changed also what can be done. */
export function fieldErrorText(error: unknown, field: AnnotationField): string {
  if (!(error instanceof ApiError)) return 'This was not saved.'
  const isConflict = hasCode(error, 'revisionConflict')
  const own = error.items.filter((item) => item.field?.split('.')[0] === field)
  const words = (own.length > 0 ? own : error.items).map(({ description }) => description)
  if (words.length === 0) return error.message
  return isConflict ? `${words[0]} Save again to replace it.` : words.join(' ')
}
