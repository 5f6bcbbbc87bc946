import { DownloadOutlined } from '@ant-design/icons'
import type { Recording } from '@callboard/contract/recordings'
import { useMutation } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { askForUrl } from '#web/features/recordings/queries.ts'
import { explainedError } from '#web/lib/api/api-error.ts'

interface DownloadButtonProps {
  recording: Pick<Recording, 'id' | 'redacted'>
}

/** Saves the version that is heard. */
export function DownloadButton({ recording: { id, redacted } }: DownloadButtonProps) {
  const { message } = App.useApp()
  const { mutate, isPending } = useMutation({
    mutationFn: () => askForUrl({ id, isRedacted: redacted, isDownload: true }),
    onSuccess: (url) => {
      const link = document.createElement('a')
      link.href = url
      link.download = ''
      link.click()
    },
    onError: (error) => message.error(explainedError(error)),
  })
  return (
    <Button icon={<DownloadOutlined aria-hidden />} loading={isPending} onClick={() => mutate()}>
      Download
    </Button>
  )
}
