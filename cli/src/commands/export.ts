import { exportEpochs } from '@galx/operator/export/exportEpochs'
import { readOptions, UsageError, type Command } from './command.ts'
import { releaseCommand } from './release.ts'

export const exportCommand: Command = {
  summary:
    'write epochs’ files, vouchers and their IPFS addresses, or the built app with its IPFS address, into a folder',
  help: `npm run operator -- export --api URL --out FOLDER [--from EPOCH]
npm run operator -- export --web FOLDER …  writes the built app with its hash, its IPFS address and the operator's signature instead:
                                           "operator release --help" has its options

Fetches every published epoch from the main API and writes, for each:

  FOLDER/EPOCH/header.txt      its keccak256 is the hash in EpochLog
  FOLDER/EPOCH/parts/XX.txt    the amounts granted to each account; the header has the hashes of the parts
  FOLDER/EPOCH/vouchers.json   the vouchers signed at the epoch's close: anyone can submit anyone's voucher (docs/runbook.md)
  FOLDER/EPOCH/cid.txt         the IPFS address of a folder that has only header.txt and parts/, as "ipfs add -r --cid-version=1
                               --raw-leaves --chunker=size-262144 --max-file-links=174" prints it. FOLDER/EPOCH also has
                               vouchers.json and cid.txt, so its address differs. A copy under the address in cid.txt has no vouchers

Each file is compared with its hash. "operator audit" checks from the chain alone whether the hashes are right.

  --api URL       the main API's origin, such as https://api.example
  --out FOLDER    is created if it is missing; the files of epochs in it are written again
  --from EPOCH    the first epoch (default: all)
  --dry-run       fetch and check everything, write nothing

Exit code 0: every file has its hash. 1: the API does not answer, or the hash of a file differs. 2: the call was wrong.`,
  async run(parameters, environment, say, complain) {
    if (parameters.some((one) => one === '--web' || one.startsWith('--web=')))
      return releaseCommand.run(parameters, environment, say, complain)
    const options = readOptions(parameters, {
      api: { type: 'string' },
      out: { type: 'string' },
      from: { type: 'string', default: '0' },
      'dry-run': { type: 'boolean', default: false },
    })
    const dry = options['dry-run']
    if (!options.out && !dry) throw new UsageError('--out FOLDER is missing')
    if (!options.api || !URL.canParse(options.api) || !/^https?:$/.test(new URL(options.api).protocol))
      throw new UsageError('--api must be the http or https origin of the main API')
    if (!/^\d{1,15}$/.test(options.from))
      throw new UsageError(`--from must be an epoch's number, not "${options.from}"`)
    const { origin } = new URL(options.api)
    let count = 0
    for await (const { epoch, hash, cid, vouchers } of exportEpochs(
      origin,
      Number(options.from),
      dry ? null : options.out!,
    )) {
      say(`${epoch} ${hash} ${cid} ${vouchers} vouchers`)
      count += 1
    }
    say(dry ? `${count} epochs would be written` : `${count} epochs in ${options.out}`)
    return 0
  },
}
