import { InboxOutlined } from '@ant-design/icons'
import { Button, Input, Upload } from 'antd'
import { useState } from 'react'
import { type SampleFile, sampleOfFile, sampleOfText } from '#web/features/mappings/sample-file.ts'
import { Hint, Stack } from '#web/ui/layout.tsx'
import { ErrorNote } from '#web/ui/page/ErrorNote.tsx'

interface SampleDropProps {
  isBusy: boolean
  onSample: (sample: SampleFile) => void
}

/** A file is dropped, or the body of a webhook pasted. */
export function SampleDrop({ isBusy, onSample }: SampleDropProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<unknown>()
  const take = (reading: Promise<SampleFile>) => {
    setProblem(undefined)
    reading.then(onSample).catch(setProblem)
  }
  return (
    <Stack gap={12}>
      <Upload.Dragger
        accept=".csv,.tsv,.txt,.log,.dat,.xlsx,.xlsm,.json,.ndjson,.jsonl,text/*,application/json"
        showUploadList={false}
        openFileDialogOnClick={!isBusy}
        disabled={isBusy}
        beforeUpload={(chosen) => {
          take(sampleOfFile(chosen))
          return Upload.LIST_IGNORE
        }}
      >
        <p className="ant-upload-drag-icon">
          <InboxOutlined aria-hidden />
        </p>
        <p>Drop a file of your phone system here, or choose one</p>
        <Hint>CSV, Excel or JSON. Only its beginning is looked at, and nothing is imported yet.</Hint>
      </Upload.Dragger>
      <Input.TextArea
        aria-label="Or paste what your system posts"
        placeholder='Or paste what your system posts, such as {"call_id": "81", "from": "+1312…"}, or a few lines of a file'
        autoSize={{ minRows: 3, maxRows: 10 }}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div>
        <Button
          disabled={text.trim() === '' || isBusy}
          loading={isBusy}
          onClick={() => take(sampleOfText(text))}
        >
          Look at this text
        </Button>
      </div>
      {problem !== undefined && <ErrorNote error={problem} title="This cannot be looked at" />}
    </Stack>
  )
}
