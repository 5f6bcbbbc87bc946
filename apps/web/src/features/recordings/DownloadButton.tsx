import { DownloadOutlined } from '@ant-design/icons'
import type { Recording } from '@callboard/contract/recordings'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import classes from '#web/features/recordings/CallRecordings.module.css'
import { askForUrl } from '#web/features/recordings/queries.ts'
import { explainedError } from '#web/lib/api/api-error.ts'
import { useMessage } from '#web/ui/message.tsx'

interface DownloadButtonProps {
  recording: Pick<Recording, 'id' | 'redacted'>
  /** In a line of text. */
  isLink?: boolean
}

/** Saves the version that is heard. */
export function DownloadButton({ recording: { id, redacted }, isLink = false }: DownloadButtonProps) {
  const message = useMessage()
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
    <Button
      {...(isLink
        ? { type: 'link', size: 'small', className: classes.link ?? '' }
        : { icon: <DownloadOutlined aria-hidden /> })}
      loading={isPending}
      onClick={() => mutate()}
    >
      Download
    </Button>
  )
}
