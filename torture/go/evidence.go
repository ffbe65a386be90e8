// The independent judge of the evidence log: Go's own implementation of transparency logs and signed notes computes on
// standard output what the service's has to compute from the same standard input.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type signed struct {
	Note string `json:"note"`
	Key  string `json:"key"`
}

type question struct {
	Leaves      [][]byte   `json:"leaves"`
	Sizes       []int64    `json:"sizes"`
	Inclusion   [][2]int64 `json:"inclusion"`
	Consistency [][2]int64 `json:"consistency"`
	Notes       []signed   `json:"notes"`
	Text        string     `json:"text"`
	Signer      string     `json:"signer"`
}

type answer struct {
	LeafHashes  [][]byte   `json:"leafHashes"`
	Roots       [][]byte   `json:"roots"`
	Inclusion   [][][]byte `json:"inclusion"`
	Consistency [][][]byte `json:"consistency"`
	// How many signatures of each note its key verifies.
	Notes  []int  `json:"notes"`
	Signed string `json:"signed"`
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func bytesOf(hashes []tlog.Hash) [][]byte {
	list := make([][]byte, len(hashes))
	for i, hash := range hashes {
		list[i] = append([]byte{}, hash[:]...)
	}
	return list
}

func main() {
	var asked question
	check(json.NewDecoder(os.Stdin).Decode(&asked))
	var told answer

	var stored []tlog.Hash
	reader := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		found := make([]tlog.Hash, len(indexes))
		for i, index := range indexes {
			found[i] = stored[index]
		}
		return found, nil
	})
	for i, leaf := range asked.Leaves {
		hash := tlog.RecordHash(leaf)
		told.LeafHashes = append(told.LeafHashes, bytesOf([]tlog.Hash{hash})...)
		more, err := tlog.StoredHashes(int64(i), leaf, reader)
		check(err)
		stored = append(stored, more...)
	}
	for _, size := range asked.Sizes {
		root, err := tlog.TreeHash(size, reader)
		check(err)
		told.Roots = append(told.Roots, bytesOf([]tlog.Hash{root})...)
	}
	for _, place := range asked.Inclusion {
		proof, err := tlog.ProveRecord(place[1], place[0], reader)
		check(err)
		told.Inclusion = append(told.Inclusion, bytesOf(proof))
	}
	for _, sizes := range asked.Consistency {
		proof, err := tlog.ProveTree(sizes[1], sizes[0], reader)
		check(err)
		told.Consistency = append(told.Consistency, bytesOf(proof))
	}
	for _, one := range asked.Notes {
		verifier, err := note.NewVerifier(one.Key)
		check(err)
		opened, err := note.Open([]byte(one.Note), note.VerifierList(verifier))
		count := 0
		if err == nil {
			count = len(opened.Sigs)
		}
		told.Notes = append(told.Notes, count)
	}
	signer, err := note.NewSigner(asked.Signer)
	check(err)
	message, err := note.Sign(&note.Note{Text: asked.Text}, signer)
	check(err)
	told.Signed = string(message)
	check(json.NewEncoder(os.Stdout).Encode(told))
}
