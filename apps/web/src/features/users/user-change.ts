import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import type { ReactNode } from 'react'
import { errorText } from '#web/lib/api.ts'

interface Change {
  work: () => Promise<unknown>
  done?: string
}

interface AskedChange extends Change {
  title: string
  content: ReactNode
  okText: string
}

/** Changes of what belongs to a user, at once or after a question; lists of users are loaded anew. */
export function useUserChange() {
  const { modal, message } = App.useApp()
  const client = useQueryClient()
  async function run({ work, done }: Change): Promise<void> {
    try {
      await work()
      if (done !== undefined) message.success(done)
    } catch (error) {
      message.error(errorText(error))
    }
    await client.invalidateQueries({ queryKey: ['users'] })
  }
  function ask({ title, content, okText, ...change }: AskedChange): void {
    modal.confirm({
      title,
      content,
      okText,
      okButtonProps: { danger: true },
      onOk: async () => await run(change),
    })
  }
  return { run, ask }
}
