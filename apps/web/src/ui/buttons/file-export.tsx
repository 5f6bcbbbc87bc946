import { App, Button, Spin } from 'antd'
import { useId, useState } from 'react'
import { errorText } from '#web/lib/api/api-error.ts'
import { Closing } from '#web/ui/message.tsx'

export interface FileToSave {
  /** What is exported: `1,234 calls as CSV`. */
  what: string
  /** Fetches the file and passes it to the browser. */
  save: (signal: AbortSignal) => Promise<void>
}

/** Exports one file at a time, shows how it goes and can cancel it; the page may be left meanwhile. */
export function useFileExport() {
  const { notification } = App.useApp()
  const [isRunning, setIsRunning] = useState(false)
  const key = useId()

  async function start({ what, save }: FileToSave) {
    const abort = new AbortController()
    // At the bottom, where it covers no button of the page.
    const shared = { key, role: 'status' } as const
    const close = () => notification.destroy(key)
    setIsRunning(true)
    notification.open({
      ...shared,
      title: 'Exporting',
      description: what,
      icon: <Spin size="small" />,
      closable: false,
      actions: (
        <Button size="small" onClick={() => abort.abort()}>
          Cancel
        </Button>
      ),
    })
    try {
      await save(abort.signal)
      notification.success({
        ...shared,
        title: 'Exported',
        description: <Closing onEnd={close}>{what}: see your downloads.</Closing>,
      })
    } catch (error) {
      if (abort.signal.aborted) {
        notification.info({ ...shared, title: <Closing onEnd={close}>Export cancelled</Closing> })
      } else notification.error({ ...shared, title: 'Export failed', description: errorText(error) })
    } finally {
      setIsRunning(false)
    }
  }
  return { isRunning, start }
}
