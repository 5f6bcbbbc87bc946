import { App, Button } from 'antd'
import { useCallback } from 'react'
import { errorText } from '#web/lib/api-error.ts'
import type { Subject } from '#web/lib/endpoint-query.ts'
import { useInvalidate } from '#web/records/invalidate.ts'

// Long enough to read it and to reach the button by keyboard.
const undoSeconds = 10

/** Returns what says that something is done, and offers to undo it where that is possible. */
export function useDoneMessage(changes: readonly Subject[]) {
  const { message } = App.useApp()
  const invalidate = useInvalidate()
  return useCallback(
    (done: string, undo: (() => Promise<unknown>) | undefined) => {
      if (undo === undefined) {
        message.success(done)
        return
      }
      const key = `done-${done}`
      const putBack = async () => {
        message.destroy(key)
        try {
          await undo()
          message.success('Undone.')
        } catch (error) {
          message.error(errorText(error))
        }
        await invalidate(...changes)
      }
      message.success({
        key,
        duration: undoSeconds,
        content: (
          <>
            {done}
            <Button type="link" size="small" onClick={() => void putBack()}>
              Undo
            </Button>
          </>
        ),
      })
    },
    [message, invalidate, changes],
  )
}
