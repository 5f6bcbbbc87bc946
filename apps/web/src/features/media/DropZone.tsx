import { UploadOutlined } from '@ant-design/icons'
import { textLimits } from '@callboard/contract/limits'
import { imageRule } from '@callboard/contract/images'
import * as endpoints from '@callboard/contract/media'
import { useMutation } from '@tanstack/react-query'
import { Button, Upload } from 'antd'
import { type Ref, useState } from 'react'
import { send } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/api-error.ts'
import { formatCounted } from '@callboard/contract/format'
import { imageAccept, imageFileError } from '#web/lib/image-file.ts'
import { useInvalidate } from '#web/records/invalidate.ts'
import { Notice } from '#web/ui/page/Notice.tsx'
import { Row } from '#web/ui/layout.tsx'
import { useMessage } from '#web/ui/message.tsx'

interface DropZoneProps {
  /** The button that opens the choice of files. */
  chooseRef: Ref<HTMLButtonElement>
}

/** Takes images into the library, one after another. */
export function DropZone({ chooseRef }: DropZoneProps) {
  const invalidate = useInvalidate()
  const message = useMessage()
  const [errors, setErrors] = useState<string[]>([])
  const adding = useMutation({
    mutationFn: addAll,
    onSuccess: ({ added, errors: found }) => {
      setErrors(found)
      if (added > 0) message.success(`${formatCounted(added, 'image')} added.`)
      void invalidate('media')
    },
  })

  return (
    <>
      <Upload.Dragger
        accept={imageAccept}
        multiple
        showUploadList={false}
        hasControlInside
        openFileDialogOnClick={!adding.isPending}
        beforeUpload={(file, files) => {
          // Asked for each of the files that were chosen together.
          if (file === files[0]) adding.mutate(files)
          return Upload.LIST_IGNORE
        }}
      >
        <Row gap="8px 16px" align="center" justify="center" wrap tone="quiet" padding="4px 0">
          <span>Drop images here: {imageRule} each</span>
          <Button
            ref={chooseRef}
            type="primary"
            icon={<UploadOutlined aria-hidden />}
            loading={adding.isPending}
          >
            Choose images
          </Button>
        </Row>
      </Upload.Dragger>
      {errors.map((error) => (
        <Notice key={error} kind="error">
          {error}
        </Notice>
      ))}
    </>
  )
}

/** A file that is refused does not hold up the others. */
async function addAll(files: readonly File[]): Promise<{ added: number; errors: string[] }> {
  const errors: string[] = []
  for (const file of files) {
    const error =
      imageFileError(file) ??
      (await send(endpoints.createMedia, { query: { name: nameOf(file) }, body: file }).then(
        () => undefined,
        errorText,
      ))
    if (error !== undefined) errors.push(`${file.name}: ${error}`)
  }
  return { added: files.length - errors.length, errors }
}

/** Without its ending. */
function nameOf({ name }: File): string {
  return name.replace(/\.[a-z]+$/i, '').slice(0, textLimits.mediaName) || name
}
