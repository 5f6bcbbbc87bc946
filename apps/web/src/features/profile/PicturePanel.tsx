import { imageRule } from '@callboard/contract/images'
import * as endpoints from '@callboard/contract/users'
import { useMutation } from '@tanstack/react-query'
import { Button, Upload } from 'antd'
import { useEffect, useState } from 'react'
import { send } from '#web/lib/api/api.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { imageAccept, imageFileError } from '#web/lib/image-file.ts'
import { useInvalidate } from '#web/records/invalidate.ts'
import { ErrorNote } from '#web/ui/page/ErrorNote.tsx'
import { Notice } from '#web/ui/page/Notice.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { UserAvatar } from '#web/ui/values/UserAvatar.tsx'
import { Hint, Row, Stack } from '#web/ui/layout.tsx'

interface Chosen {
  file: File
  /** Object URL of the file. */
  url: string
}

export function PicturePanel() {
  const user = useCurrentUser()
  const invalidate = useInvalidate()
  const [chosen, setChosen] = useState<Chosen>()
  const [fileError, setFileError] = useState<string>()
  useEffect(() => () => URL.revokeObjectURL(chosen?.url ?? ''), [chosen])
  const upload = useMutation({
    mutationFn: (file: File) => send(endpoints.updateThumbnail, { body: file }),
    onSuccess: async () => {
      await invalidate('user')
      setChosen(undefined)
    },
  })
  const remove = useMutation({
    mutationFn: () => send(endpoints.deleteThumbnail, {}),
    onSuccess: () => invalidate('user'),
  })

  function choose(file: File) {
    const found = imageFileError(file)
    setFileError(found)
    upload.reset()
    setChosen(found === undefined ? { file, url: URL.createObjectURL(file) } : undefined)
  }

  const error = upload.error ?? remove.error
  return (
    <Panel title="Picture">
      <Row gap={16} align="center" wrap>
        <UserAvatar user={chosen === undefined ? user : { ...user, thumbnailUrl: chosen.url }} size={96} />
        <Stack gap={12} align="flex-start">
          <Hint>{imageRule}. The image is cropped to a square.</Hint>
          <Row gap={8} wrap>
            {chosen !== undefined && (
              <>
                <Button type="primary" loading={upload.isPending} onClick={() => upload.mutate(chosen.file)}>
                  Use this picture
                </Button>
                <Button onClick={() => setChosen(undefined)}>Cancel</Button>
              </>
            )}
            {chosen === undefined && (
              <Upload
                accept={imageAccept}
                showUploadList={false}
                beforeUpload={(file) => {
                  choose(file)
                  return Upload.LIST_IGNORE
                }}
              >
                <Button>{user.thumbnailUrl === null ? 'Choose a picture' : 'Choose another picture'}</Button>
              </Upload>
            )}
            {chosen === undefined && user.thumbnailUrl !== null && (
              <Button loading={remove.isPending} onClick={() => remove.mutate()}>
                Remove
              </Button>
            )}
          </Row>
          {fileError !== undefined && <Notice kind="error">{fileError}</Notice>}
          {error !== null && <ErrorNote error={error} title="The picture was not changed" />}
        </Stack>
      </Row>
    </Panel>
  )
}
