#!/usr/bin/env node
// What forge calls as `solc`: the pinned compiler of the npm package of that name, a WebAssembly build that runs anywhere.
// Speaks the two things forge asks for: `--version`, and `--standard-json` from standard input to standard output.
const { readFileSync, writeSync } = require('node:fs')
const { Worker, isMainThread, parentPort, workerData } = require('node:worker_threads')

function writeAll(text) {
  const bytes = Buffer.from(text)
  let written = 0
  while (written < bytes.length) {
    try {
      written += writeSync(1, bytes, written)
    } catch (error) {
      // A pipe that is full for the moment: ask again.
      if (error.code !== 'EAGAIN') throw error
    }
  }
}

if (!isMainThread) {
  const solc = require('solc')
  // forge parses the platform as a semver build tag and knows only the native ones
  const version = solc.version().replace('.Emscripten.clang', '.Linux.g++')
  parentPort.postMessage(
    workerData.input === undefined
      ? `solc, the solidity compiler commandline interface\nVersion: ${version}\n`
      : solc.compile(workerData.input),
  )
} else {
  const input = process.argv.includes('--standard-json') ? readFileSync(0, 'utf8') : undefined
  if (input === undefined && !process.argv.includes('--version')) {
    console.error('solc.cjs answers --version and --standard-json only')
    process.exit(1)
  }
  // via-IR recurses deeper than the stack of a main thread
  const worker = new Worker(__filename, { workerData: { input }, resourceLimits: { stackSizeMb: 256 } })
  worker.on('message', writeAll)
  worker.on('error', (error) => {
    console.error(`the Solidity compiler failed: ${error.message}`)
    process.exit(1)
  })
}
