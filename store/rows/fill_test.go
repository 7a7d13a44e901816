package rows

import (
	"fmt"
	"hash/crc32"
	"reflect"
	"testing"
	"time"
)

// fill gives every field of v a content of its own, made from its path, so that a field
// that is lost or swapped shows and a new field leaves the others' content alone.
func fill(t *testing.T, v reflect.Value, path string) {
	t.Helper()
	n := int64(crc32.ChecksumIEEE([]byte(path)) % 1_000_000)
	if v.Type() == reflect.TypeFor[time.Time]() {
		at := time.Date(2026, 7, 28, 12, 0, int(n%60), int(n), time.UTC)
		v.Set(reflect.ValueOf(at))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("ção<%d>", n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32:
		v.SetInt(n % 128)
	case reflect.Int64:
		v.SetInt(1<<62 + n)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uint:
		v.SetUint(uint64(n % 256))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem(), path)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(t, v.Index(i), fmt.Sprintf("%s[%d]", path, i))
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(t, v.Index(i), fmt.Sprintf("%s[%d]", path, i))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for i := range 2 {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			fill(t, key, fmt.Sprint(path, " key ", i))
			fill(t, value, fmt.Sprint(path, " value ", i))
			v.SetMapIndex(key, value)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Type().Field(i)
			if !field.IsExported() {
				t.Fatalf("%s.%s is not exported and would not be stored", path, field.Name)
			}
			fill(t, v.Field(i), path+"."+field.Name)
		}
	default:
		t.Fatalf("%s: nothing is known of kind %s", path, v.Kind())
	}
}

// fillEmpty makes slices and maps empty instead of nil, and pointers point to zero.
func fillEmpty(v reflect.Value) {
	switch {
	case v.Type() == reflect.TypeFor[time.Time]():
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	case v.Kind() == reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			fillEmpty(v.Field(i))
		}
	}
}
